/** The moment of what is so many seconds old; now for what came from the primary. */
export function momentRead(now: Date, secondsOld: number | null): Date {
  return new Date(now.getTime() - (secondsOld ?? 0) * 1000);
}
