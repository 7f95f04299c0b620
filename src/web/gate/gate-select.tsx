type GateSelectProps = {
  id: string;
  name: string;
  label: string;
  options: readonly { id: string; text: string }[];
  chosen?: string | undefined;
};

/** A choice in a form of the door. */
export function GateSelect({ id, name, label, options, chosen }: GateSelectProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.text}
          </option>
        ))}
      </select>
    </>
  );
}
