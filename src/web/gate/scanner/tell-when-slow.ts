/** Milliseconds. A faster answer needs no message before it. */
export const quickAnswer = 100;

/** Runs `work`. Calls `tell(true)` when it takes longer than `quickAnswer`, and `tell(false)` when it ends. */
export async function tellWhenSlow<Result>(
  work: () => Promise<Result>,
  tell: (isSlow: boolean) => void,
): Promise<Result> {
  const timer = setTimeout(() => tell(true), quickAnswer);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    tell(false);
  }
}
