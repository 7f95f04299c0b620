/**
 * A queue of at most `most` entries, with a line for each key; `next` takes from the lines in turn, so a long line delays
 * each other one by one entry. One key alone may have all places. When none is left, an entry of a shorter line takes the
 * last one's place in the longest.
 */
export function createFairQueue<Entry>(most: number) {
  const lines = new Map<string, Entry[]>();
  let count = 0;
  return {
    /** Returns the entry that has no place: none, the last of the longest line, or this one. */
    add(key: string, entry: Entry): Entry | undefined {
      const line = lines.get(key) ?? [];
      const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), line);
      const isFull = count >= most;
      if (isFull && longest.length <= line.length + 1) return entry;
      const displaced = isFull ? longest.pop() : undefined;
      if (!isFull) count += 1;
      line.push(entry);
      lines.set(key, line);
      return displaced;
    },
    next(): Entry | undefined {
      const [first] = lines;
      if (!first) return undefined;
      const [key, line] = first;
      lines.delete(key);
      if (line.length > 1) lines.set(key, line);
      count -= 1;
      return line.shift();
    },
  };
}
