import { describe, expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { renameHolder } from "./rename-holder.server.ts";

const { site, admin, sold, one } = await openMoneyStage();

describe("an administrator", () => {
  it("changes the name on a ticket; the journal has the field but neither name (decisions 18, 33)", async () => {
    const { orderId } = await sold();
    const { id } = await one<{ id: string }>("SELECT id FROM ticket_purchases WHERE order_id = $1", [
      orderId,
    ]);
    for (const name of ["  ", "www.evil.example", "Ana\u202epoP"])
      expect(await renameHolder(site, { actor: admin, purchaseId: id, name })).toMatchObject({
        refusal: { reason: "bad_name" },
      });
    expect(await renameHolder(site, { actor: admin, purchaseId: id, name: " Ștefan Țăranu " })).toMatchObject(
      {
        ok: true,
      },
    );
    const row = await one<{ holder_name: string; after: unknown }>(
      "SELECT p.holder_name, j.after FROM ticket_purchases p JOIN journal j ON j.subject_id = p.order_id AND j.what = 'holder_renamed' WHERE p.id = $1",
      [id],
    );
    expect(row).toEqual({ holder_name: "Ștefan Țăranu", after: { purchaseId: id, field: "holder_name" } });
  });
});
