const figures = [
  "M3 14q6-4 12 0l1.5 20-2.5 1-.6 27h-3.2L9 40l-1.2 22H4.600L4 35l-2.500-1z",
  "M4 14q5-3.500 10 0l1 14 4 16h-5l-.4 18h-3L9 46l-1.600 16h-3L4 44h-5l4-16z",
  "M3 14q6-4 12 0l4-9 2.400 1.200L16 22l1.500 20H14l-.6 20h-3.200L9 44l-1.200 18H4.600L4 42H.5L3 22z",
];

/** Ink silhouettes standing on the line, the same each time. */
const people = Array.from({ length: 26 }, (_, i) => ({
  body: figures[(i * 5) % 3],
  x: 8 + i * 37 + ((i * 7) % 5) * 2.4,
  scale: 0.84 + ((i * 11) % 6) * 0.038,
}));

export function PeopleInLine() {
  return (
    <div className="line__people">
      <svg viewBox="0 0 980 74" fill="#050916" aria-hidden="true">
        {people.map(({ body, x, scale }) => (
          <g
            key={x}
            transform={`translate(${x.toFixed(1)} ${(74 - 62 * scale).toFixed(1)}) scale(${scale.toFixed(3)})`}
          >
            <circle cx="9" cy="6.200" r="5.200" />
            <rect x="7" y="9" width="4" height="6" />
            <path d={body} />
          </g>
        ))}
      </svg>
    </div>
  );
}
