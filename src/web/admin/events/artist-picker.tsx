import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { eventTexts } from "./event-texts.ts";

type Artist = { id: string; name: string };
type ArtistPickerProps = { artists: readonly Artist[]; chosen: readonly string[]; error: string | undefined };
type Row = { key: number; id: string };

/** The artists of a night, in order: one select a row. Without a script there are three empty rows. */
export function ArtistPicker({ artists, chosen, error }: ArtistPickerProps) {
  const enhanced = useEnhanced();
  const [rows, setRows] = useState<Row[]>(() => chosen.map((id, key) => ({ key, id })));
  const shown = enhanced ? rows : [...rows, ...[1, 2, 3].map((n) => ({ key: -n, id: "" }))];
  const nameOf = (id: string) => artists.find((artist) => artist.id === id)?.name ?? eventTexts.noArtist;
  const move = (from: number, to: number) =>
    setRows((before) => {
      const after = [...before];
      after.splice(to, 0, ...after.splice(from, 1));
      return after;
    });
  return (
    <div className="artist-picker">
      <ol>
        {shown.map((row, at) => (
          <li key={row.key}>
            <select
              className="select"
              name="artists"
              aria-label={eventTexts.artist(at + 1)}
              aria-invalid={error ? true : undefined}
              defaultValue={row.id}
              onChange={(change) => {
                const id = change.currentTarget.value;
                setRows((before) => before.map((one) => (one.key === row.key ? { ...one, id } : one)));
              }}
            >
              <option value="">{eventTexts.noArtist}</option>
              {artists.map((artist) => (
                <option key={artist.id} value={artist.id}>
                  {artist.name}
                </option>
              ))}
            </select>
            {enhanced ? (
              <>
                <IconButton
                  icon="chevronUp"
                  label={eventTexts.artistUp(nameOf(row.id))}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="chevronDown"
                  label={eventTexts.artistDown(nameOf(row.id))}
                  disabled={at === shown.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  icon="close"
                  label={eventTexts.artistAway(nameOf(row.id))}
                  onClick={() => setRows((before) => before.filter((one) => one.key !== row.key))}
                />
              </>
            ) : null}
          </li>
        ))}
      </ol>
      {enhanced ? (
        <Button
          size="small"
          onClick={() =>
            setRows((before) => [
              ...before,
              { key: Math.max(0, ...before.map((row) => row.key)) + 1, id: "" },
            ])
          }
        >
          <OfficeIcon name="plus" /> {eventTexts.addArtist}
        </Button>
      ) : null}
      {error ? <p className="field__error">{error}</p> : null}
    </div>
  );
}

type IconButtonProps = {
  icon: "chevronUp" | "chevronDown" | "close";
  label: string;
  disabled?: boolean;
  onClick: () => void;
};

function IconButton({ icon, label, disabled = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button button--quiet icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <OfficeIcon name={icon} />
    </button>
  );
}
