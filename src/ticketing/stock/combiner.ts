/**
 * Makes one batch of whatever waits: while one batch is at work the next one gathers, without a timer. A hot counter
 * is then locked and committed once per batch instead of once per buyer. The next batch begins when the one before it
 * has its answers: begun while that one commits, batches are smaller, and each of them costs the same again.
 */
export type Combiner<Request, Answer> = {
  /** Answers when the batch of this request has committed. Throws `CombinerFull` at once when too many wait. */
  submit(request: Request): Promise<Answer>;
  readonly waiting: number;
  /** Takes no more and resolves when the last batch is done. */
  drain(): Promise<void>;
};

export class CombinerFull extends Error {
  override name = "CombinerFull";
}

type Options<Request, Answer> = {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /** All or nothing: answers in the order of the requests, or throws with nothing written. */
  readonly runBatch: (requests: readonly Request[]) => Promise<readonly Answer[]>;
  /** Whether a failure may be the fault of one request (bad data) rather than of the world (no database). */
  readonly mayBeOneRequest: (error: unknown) => boolean;
};

type Waiting<Request, Answer> = {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

export function createCombiner<Request, Answer>({
  maxBatch,
  maxWaiting,
  runBatch,
  mayBeOneRequest,
}: Options<Request, Answer>): Combiner<Request, Answer> {
  let queue: Waiting<Request, Answer>[] = [];
  let working: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      await settle(batch);
    }
    working = undefined;
  }

  // a failing batch is tried again in halves, so that a poisonous request fails alone
  async function settle(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await runBatch(batch.map((waiting) => waiting.request));
      for (const [i, waiting] of batch.entries()) waiting.resolve(answers[i] as Answer);
    } catch (error) {
      if (batch.length === 1 || !mayBeOneRequest(error)) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    }
  }

  return {
    submit(request) {
      if (closed || queue.length >= maxWaiting)
        return Promise.reject(new CombinerFull("too many requests wait"));
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject });
        // a macrotask, so that all requests that arrived in this turn of the loop share the first batch
        working ??= new Promise<void>((resume) => setImmediate(resume)).then(work);
      });
    },
    get waiting() {
      return queue.length;
    },
    async drain() {
      closed = true;
      await working;
    },
  };
}
