/** A line of text that has not loaded yet. */
export function Bone({ width, height = "1em" }: { width: string; height?: string }) {
  return <span className="bone" style={{ width, height }} />;
}
