import type { ReactNode } from "react";
import { Form, Link, useLocation, useSubmit } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { ActLink } from "./act-buttons.tsx";
import { OfficeIcon } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type FilterBarProps = {
  /** The search: its name for screen readers, and a hint what is searched. A list with only filters has a `label`. */
  search?: { label: string; hint: string; value: string };
  label?: string;
  /** Whether a filter is on, so that it can be cleared. */
  active: boolean;
  /** Parameters of the address that stay, such as the sorting. */
  keep?: Record<string, string | undefined>;
  /** `FilterSelect` elements. */
  children?: ReactNode;
};

/** Search and filters of a list. They are in the address, so that a list can be bookmarked and shared. */
export function FilterBar({ search, label, active, keep = {}, children }: FilterBarProps) {
  const { pathname } = useLocation();
  const submit = useSubmit();
  const enhanced = useEnhanced();
  return (
    <Form
      className="filter-bar"
      role="search"
      aria-label={search?.label ?? label}
      // a select acts at once; the search acts when it is sent
      onChange={(change) => {
        if (change.target instanceof HTMLSelectElement) void submit(change.currentTarget, { replace: true });
      }}
    >
      {Object.entries(keep).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {search ? (
        <div className="filter-bar__search">
          <OfficeIcon name="search" />
          <input
            key={search.value}
            type="search"
            name="q"
            aria-label={search.label}
            placeholder={search.hint}
            defaultValue={search.value}
            enterKeyHint="search"
          />
          <Button type="submit" look="line" size="small">
            {officeTexts.find}
          </Button>
        </div>
      ) : null}
      <div className="filter-bar__filters">
        {children}
        {enhanced || search ? null : <Button type="submit">{officeTexts.applyFilters}</Button>}
        {active ? <ActLink look="quiet" to={pathname} icon="undo" label={officeTexts.resetFilters} /> : null}
      </div>
    </Form>
  );
}

type FilterSelectProps = {
  label: string;
  name: string;
  /** Null, "" or "all" when the filter is off. */
  value: string | null;
  /** The word for everything, when the options do not contain it. */
  all?: string;
  /** Rows, or the words by value, where "all" has the word for everything. */
  options: readonly { value: string; label: string }[] | Readonly<Record<string, string>>;
};

/** A filter with its name inside. An active filter is green. */
export function FilterSelect({ label, name, value, all, options }: FilterSelectProps) {
  const none = isRows(options) ? "" : "all";
  const chosen = value === null || value === none ? "" : value;
  const rows = isRows(options)
    ? options
    : Object.entries(options).map(([value, label]) => ({ value: value === none ? "" : value, label }));
  return (
    <label className={chosen === "" ? "filter-select" : "filter-select filter-select--on"}>
      <span>{label}</span>
      <select key={chosen} name={name} defaultValue={chosen}>
        {all === undefined ? null : <option value="">{all}</option>}
        {rows.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <OfficeIcon name="chevronDown" />
    </label>
  );
}

// Array.isArray alone does not see a readonly array
const isRows = (
  options: FilterSelectProps["options"],
): options is readonly { value: string; label: string }[] => Array.isArray(options);

type FilterLinksProps = {
  label: string;
  links: readonly { to: string; label: string; count: number; isOn: boolean }[];
};

/** A few filters side by side, each with the number of its rows. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav className="filter-links" aria-label={label}>
      {links.map((link) => (
        <Link key={link.label} to={link.to} aria-current={link.isOn ? "true" : undefined} replace>
          {link.label} <em>{link.count}</em>
        </Link>
      ))}
    </nav>
  );
}
