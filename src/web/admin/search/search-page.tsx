import { Link } from "react-router";
import { FilterBar } from "../ui/filter-bar.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { searchTexts } from "./search-texts.ts";

export type FoundGroupView = {
  kind: keyof typeof searchTexts.kinds;
  /** The list of this kind, searched with the same words. */
  allTo: string;
  found: { id: string; to: string; title: string; note: string }[];
};

export type SearchView = { text: string; groups: FoundGroupView[] };

/** The results of the top bar's search, by kind, each with the link to all of them. */
export function SearchPage({ view }: { view: SearchView }) {
  return (
    <>
      <PageHead
        title={searchTexts.title}
        sub={view.text === "" ? undefined : searchTexts.results(view.text)}
      />
      <FilterBar
        search={{ label: searchTexts.title, hint: searchTexts.hint, value: view.text }}
        active={false}
      />
      {view.text === "" ? (
        <NothingHere title={searchTexts.ask} text={searchTexts.askText} />
      ) : view.groups.length === 0 ? (
        <NothingHere title={searchTexts.none} text={searchTexts.noneText} />
      ) : (
        <Card>
          {view.groups.map((group) => (
            <Section
              key={group.kind}
              title={searchTexts.kinds[group.kind]}
              note={
                <Link className="office-link" to={group.allTo}>
                  {searchTexts.all}
                </Link>
              }
            >
              <ul className="night-list">
                {group.found.map((one) => (
                  <li key={one.id}>
                    <Link to={one.to}>{one.title}</Link>
                    <span className="figures">{one.note}</span>
                  </li>
                ))}
              </ul>
            </Section>
          ))}
        </Card>
      )}
    </>
  );
}
