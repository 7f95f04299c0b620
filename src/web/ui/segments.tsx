type SegmentsProps = {
  legend: string;
  name: string;
  options: { value: string; label: string }[];
  initial: string;
  onChoose?: (value: string) => void;
};

/** A choice among a few, side by side; on a phone people swipe the row. */
export function Segments({ legend, name, options, initial, onChoose }: SegmentsProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === initial}
            onChange={() => onChoose?.(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
