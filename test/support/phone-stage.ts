import { afterEach } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { memoryPhoneStore } from "#test/support/memory-phone-store.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { readGateList, writeGateList } from "#ticketing/gate/gate-list.ts";
import { readGateUpload, readSentRows } from "#ticketing/gate/gate-row-form.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { sendGuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { becomePhone } from "#web/gate/scanner/become-phone.ts";
import { openPhone } from "#web/gate/scanner/phone.ts";
import { CallRefused, type PhoneCalls } from "#web/gate/scanner/phone-calls.ts";

/** Phones as a browser runs them, with the server's acts behind a network that a test takes away. */
export async function openPhoneStage() {
  const stage = await openDoorStage();
  const { site, chief, season } = stage;
  /** How the network is: there, away, losing every answer after the server has had the call, or keeping rows back. */
  const network: { is: "there" | "away" | "deaf" | "keeps rows" } = { is: "there" };
  afterEach(() => {
    network.is = "there";
  });

  const calls: PhoneCalls = {
    enrol: (call) => carry(() => enrolPhone(site, call)),
    scan: (call) => carry(() => answerScan(site, call)),
    guests: (call) => carry(() => sendGuestNames(site, call)),
    beat: (call) => carry(() => takeBeat(site, call)),
    log: (upload, clock) =>
      carry(async () => {
        if (network.is === "keeps rows") throw new TypeError("Failed to fetch");
        const read = readGateUpload(upload);
        if (!read) throw new Error("no upload");
        return takeGateRows(site, { ...read, rows: readSentRows(read.rows), clock });
      }),
    async list(call) {
      return readGateList(Uint8Array.from(await carryRaw(() => sendGateList(site, call), writeGateList)));
    },
  };

  /** As JSON carries it. */
  async function carry<T>(act: () => Promise<Outcome<unknown, { readonly reason: string }>>): Promise<T> {
    return JSON.parse(await carryRaw(act, (value) => JSON.stringify(value)));
  }

  async function carryRaw<Value, Wire>(
    act: () => Promise<
      Outcome<Value, { readonly reason: string; readonly retryAfter?: number; readonly serverTime?: number }>
    >,
    write: (value: Value) => Wire,
  ): Promise<Wire> {
    if (network.is === "away") throw new TypeError("Failed to fetch");
    const answer = await act();
    if (network.is === "deaf") throw new TypeError("Failed to fetch");
    if (!answer.ok) {
      const { reason, retryAfter = 0, serverTime } = answer.refusal;
      throw new CallRefused(reason, retryAfter, serverTime);
    }
    return write(answer.value);
  }

  return {
    stage,
    network,
    calls,
    /** A phone of this gate that has its list; `open` opens it again with what it kept. */
    async phone(gateId: Uuid, { isChief = false, now = Date.now }: PhoneAbout = {}) {
      const memory = memoryPhoneStore();
      const invited = await invitePhone(site, { actor: chief, gateId, isChief });
      if (!invited.ok) throw new Error(invited.refusal.reason);
      const secret = invited.value.url.split("#").at(-1) ?? "";
      const facts = await becomePhone(memory.store, calls, { secret, name: "A1" });
      const open = async () => {
        const phone = await openPhone(memory.store, calls, facts, now);
        await phone.sync({ withList: true });
        return phone;
      };
      return { ...memory, phone: await open(), open, facts, device: facts.enrolled.device, gateId };
    },
    /** People who came in on a ticket, by its counter. */
    entered: async (purchaseId: string): Promise<number> =>
      (
        await season.client.query(
          "SELECT entries_total - entries_remaining AS n FROM ticket_purchases WHERE id = $1",
          [purchaseId],
        )
      ).rows[0].n,
  };
}

type PhoneAbout = { readonly isChief?: boolean; readonly now?: () => number };
