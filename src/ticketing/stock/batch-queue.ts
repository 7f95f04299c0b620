export class QueueFull extends Error {
  override name = "QueueFull";
}

type Options<Request, Answer> = {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /**
   * Runs a batch, all or nothing: returns the answers in the order of the requests, or throws with nothing written.
   */
  readonly runBatch: (requests: readonly Request[]) => Promise<readonly Answer[]>;
  /** Whether one request may have caused this failure (bad data), rather than the environment (no database). */
  readonly mayBeOneRequest: (error: unknown) => boolean;
};

type Waiting<Request, Answer> = {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Runs all waiting requests as one batch; while it runs, the next batch gathers, without a timer. So a busy counter
 * is locked and committed once per batch, not once per buyer. The next batch starts when the one before has its
 * answers; starting it during the commit would only make batches smaller, and each costs the same.
 */
export function createBatchQueue<Request, Answer>({
  maxBatch,
  maxWaiting,
  runBatch,
  mayBeOneRequest,
}: Options<Request, Answer>) {
  let queue: Waiting<Request, Answer>[] = [];
  let working: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      await runOrSplit(batch);
    }
    working = undefined;
  }

  // A failed batch is tried again in halves, so that one bad request fails alone.
  async function runOrSplit(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await runBatch(batch.map((waiting) => waiting.request));
      for (const [i, waiting] of batch.entries()) waiting.resolve(answers[i] as Answer);
    } catch (error) {
      if (batch.length === 1 || !mayBeOneRequest(error)) {
        for (const waiting of batch) waiting.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await runOrSplit(batch.slice(0, middle));
      await runOrSplit(batch.slice(middle));
    }
  }

  return {
    /** Resolves when the request's batch has committed. Throws `QueueFull` at once when too many wait. */
    submit(request: Request): Promise<Answer> {
      if (closed || queue.length >= maxWaiting)
        return Promise.reject(new QueueFull("too many requests wait"));
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject });
        // A macrotask, so that all requests of this turn of the event loop share the first batch.
        working ??= new Promise<void>((resume) => setImmediate(resume)).then(work);
      });
    },
    get waiting(): number {
      return queue.length;
    },
    /** Accepts no more requests; resolves when the last batch is done. */
    async drain(): Promise<void> {
      closed = true;
      await working;
    },
  };
}
