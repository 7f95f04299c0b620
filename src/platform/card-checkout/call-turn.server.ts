/** The moment at which a call may go out to the card provider, by `callClock`. */
export type Turn = number;

/** Milliseconds of a clock that never jumps and that all threads of a process share. */
export const steadyClock = () => Number(process.hrtime.bigint()) / 1e6;

const epoch = performance.timeOrigin + performance.now() - steadyClock();

/** Milliseconds since 1970 by the clock of this process, which never jumps. Only turns go by it. */
export const callClock = () => epoch + steadyClock();

/** What the thread that makes the call goes by: `callClock` of another thread may begin elsewhere. */
export const steadyMoment = (turn: Turn) => turn - epoch;

/**
 * Between two turns of one kind. A little more than the rate says: with it a call may be late for its turn without
 * meeting too many others.
 */
export const gapSeconds = (rate: number) => 1.025 / rate;

/**
 * What a call may be late for its turn, in milliseconds: so little that no second has more than one call beyond the
 * rate, with three times as much left for how long each is on its way.
 */
export const mayBeLate = (rate: number) => 250 * (gapSeconds(rate) + 0.02);

/** A turn that was taken for one call, and how to get another should it be missed. */
export type TakenTurn = {
  readonly at: Turn;
  /** Milliseconds. */
  readonly mayBeLate: number;
  readonly takeAnother: () => Promise<Turn>;
};

/** On a machine that is always late, waiting for a punctual moment would be waiting for ever. */
const turnsAtMost = 10;

/**
 * Sends at the turn. Who was held up and missed it takes another one: what has gathered meanwhile must not go out all at
 * once. `send` waits for the moment itself, and answers "missed" when it could not keep it.
 */
export async function sendInTurn<Answer>(
  turn: TakenTurn,
  send: (due: { readonly at: Turn; readonly mayBeLate: number }) => Promise<Answer | "missed">,
): Promise<Answer> {
  let { at } = turn;
  for (let taken = 1; ; taken += 1) {
    const late = taken < turnsAtMost ? turn.mayBeLate : Number.POSITIVE_INFINITY;
    const answer = await send({ at, mayBeLate: late });
    if (answer !== "missed") return answer;
    at = await turn.takeAnother();
  }
}
