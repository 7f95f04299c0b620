/** A line of text that has not loaded yet. */
export function Bone({ width, height = "1em" }: { width: string; height?: string }) {
  return <span className="bone" style={{ width, height }} />;
}

/** A card that has not loaded yet, with its horizon already lit. */
export function SkeletonCard() {
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="poster" />
      <div className="skeleton__lines">
        <Bone width="46%" />
        <Bone width="78%" height="1.6rem" />
        <Bone width="60%" />
      </div>
    </div>
  );
}
