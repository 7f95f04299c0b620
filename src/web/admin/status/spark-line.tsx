type SparkLineProps = { points: readonly number[]; limit: number | null };

const [width, height] = [200, 48];

/**
 * The last hour as a line, without a chart library: enough to see a slope. Screen readers read the figure beside it.
 */
export function SparkLine({ points, limit }: SparkLineProps) {
  const most = Math.max(1, limit ?? 0, ...points);
  const x = (i: number) => (points.length < 2 ? width : (i / (points.length - 1)) * width);
  const y = (value: number) => height - 2 - (value / most) * (height - 4);
  const line = points.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {limit === null ? null : (
        <line className="spark__limit" x1="0" x2={width} y1={y(limit)} y2={y(limit)} />
      )}
      {points.length > 1 ? (
        <>
          <polygon className="spark__area" points={`0,${height} ${line} ${width},${height}`} />
          <polyline className="spark__line" points={line} />
        </>
      ) : null}
    </svg>
  );
}
