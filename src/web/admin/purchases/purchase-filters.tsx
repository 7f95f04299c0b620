import { formatShortDate } from "#kernel/time.ts";
import { type PurchaseSearch, specialWord } from "#ticketing/reports/purchase-search.ts";
import { FilterSelect } from "../ui/filter-bar.tsx";

type Choices = { events: { id: string; title: string; date: string }[]; types: string[] };

export const choicesOf = ({ events, types }: Choices) => ({
  events: events.map(({ id, title, date }) => ({ value: id, label: `${formatShortDate(date)} ${title}` })),
  types,
});

export const shownSearchOf = ({ text, eventId, type }: PurchaseSearch) => ({
  text,
  event: eventId ?? "",
  type: type === "special" ? specialWord : (type?.name ?? ""),
});

type FilterProps = {
  texts: { readonly event: string; readonly type: string; readonly all: string; readonly special: string };
  search: ReturnType<typeof shownSearchOf>;
  choices: ReturnType<typeof choicesOf>;
};

export function EventFilterSelect({ texts, search, choices }: FilterProps) {
  const { event, all } = texts;
  return <FilterSelect label={event} name="event" value={search.event} all={all} options={choices.events} />;
}

export function TypeFilterSelect({ texts, search, choices }: FilterProps) {
  const types = choices.types.map((name) => ({ value: name, label: name }));
  return (
    <FilterSelect
      label={texts.type}
      name="type"
      value={search.type}
      all={texts.all}
      options={[{ value: specialWord, label: texts.special }, ...types]}
    />
  );
}
