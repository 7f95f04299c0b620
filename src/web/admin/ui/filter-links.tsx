import { Link } from "react-router";

type FilterLinksProps = {
  label: string;
  links: readonly { to: string; label: string; count: number; isOn: boolean }[];
};

/** A few filters side by side, each with its number of rows. */
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
