/** Milliseconds: an answer that comes sooner needs no word before it. */
export const quickAnswer = 100;

/** Does `work`; `tell` hears true when it takes longer than `quickAnswer`, and false when it is over, however it ends. */
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
