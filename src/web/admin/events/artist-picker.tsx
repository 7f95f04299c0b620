import { useEffect, useRef, useState } from "react";
import { fold } from "#kernel/romanian.ts";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { RowButton } from "../ui/cell-input.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { eventTexts, nightWords } from "./event-texts.ts";

type Artist = { id: string; name: string };
type ArtistPickerProps = { artists: readonly Artist[]; chosen: readonly string[]; error: string | undefined };

const mostSuggestions = 6;

/** The line-up in its order: chips, and a search that adds one; without JavaScript, a select for each artist. */
export function ArtistPicker({ artists, chosen, error }: ArtistPickerProps) {
  const enhanced = useEnhanced();
  return (
    <div className="artist-picker">
      {enhanced ? (
        <LineUp artists={artists} chosen={chosen} />
      ) : (
        <ol>
          {[...chosen, "", "", ""].map((id, at) => (
            <li key={id || at}>
              <select
                className="select"
                name="artists"
                aria-label={eventTexts.artist(at + 1)}
                aria-invalid={error ? true : undefined}
                defaultValue={id}
              >
                <option value="">{eventTexts.noArtist}</option>
                {artists.map((artist) => (
                  <option key={artist.id} value={artist.id}>
                    {artist.name}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ol>
      )}
      {error ? <p className="field__error">{error}</p> : null}
    </div>
  );
}

function LineUp({ artists, chosen }: Pick<ArtistPickerProps, "artists" | "chosen">) {
  const [ids, setIds] = useState([...chosen]);
  const [words, setWords] = useState("");
  const chipsElement = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's bar must look again after each change of the chips
  useEffect(() => {
    chipsElement.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [ids]);
  const searchWords = fold(words).split(/\s+/).filter(Boolean);
  const matches =
    searchWords.length === 0
      ? []
      : artists
          .filter(
            ({ id, name }) => !ids.includes(id) && searchWords.every((word) => fold(name).includes(word)),
          )
          .slice(0, mostSuggestions);
  const add = (id: string) => {
    setIds([...ids, id]);
    setWords("");
    search.current?.focus();
  };
  const nameOf = (id: string) => artists.find((artist) => artist.id === id)?.name ?? eventTexts.noArtist;
  const isChanged = ids.join() !== chosen.join();
  return (
    <div ref={chipsElement} data-unsaved={isChanged ? nightWords.artists.label : undefined}>
      <ol className="line-up">
        {ids.map((id, at) => (
          <li key={id} className="line-up__chip">
            <input type="hidden" name="artists" value={id} />
            <span>{nameOf(id)}</span>
            <RowButton
              icon="chevronUp"
              label={eventTexts.artistUp(nameOf(id))}
              disabled={at === 0}
              onClick={() => setIds([...ids.slice(0, at - 1), id, ids[at - 1] ?? id, ...ids.slice(at + 1)])}
            />
            <RowButton
              icon="close"
              label={eventTexts.artistAway(nameOf(id))}
              onClick={() => {
                setIds(ids.filter((one) => one !== id));
                search.current?.focus();
              }}
            />
          </li>
        ))}
      </ol>
      <input
        ref={search}
        type="search"
        className="input line-up__search"
        aria-label={eventTexts.addArtist}
        placeholder={eventTexts.addArtist}
        value={words}
        onChange={(change) => setWords(change.currentTarget.value)}
        onKeyDown={(key) => {
          if (key.key !== "Enter") return;
          key.preventDefault();
          if (matches[0]) add(matches[0].id);
        }}
      />
      <ul className="line-up__found" aria-label={eventTexts.foundArtists}>
        {matches.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="button button--line button--small" onClick={() => add(id)}>
              <OfficeIcon name="plus" /> {name}
            </button>
          </li>
        ))}
      </ul>
      <p className="field__hint" role="status">
        {searchWords.length > 0 && matches.length === 0 ? eventTexts.noSuchArtist : null}
      </p>
    </div>
  );
}
