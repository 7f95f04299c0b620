import { Link } from "react-router";
import type { Who } from "#ticketing/rights/role-rights.ts";
import { ClubMark } from "#web/ui/brand-mark.tsx";
import type { Route } from "./+types/site-layout.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import { publicTexts } from "./public-texts.ts";

type FrameView = Route.ComponentProps["loaderData"]["view"];

/** The link of the required pictogram for alternative dispute resolution. */
const disputesUrl = "https://reclamatiisal.anpc.ro/";

const socialNames = { instagram: "Instagram", facebook: "Facebook", twitter: "Twitter" } as const;

/** `isLow`: only the legal line. */
type SiteFooterProps = Pick<FrameView, "club" | "footer" | "viewer"> & { isLow?: boolean };

export function SiteFooter({ club, footer, viewer, isLow = false }: SiteFooterProps) {
  return (
    <footer className={isLow ? "site-foot site-foot--low" : "site-foot"}>
      <div className="wrap">
        {isLow ? null : <FooterGrid club={club} footer={footer} viewer={viewer} />}
        <div className="site-foot__legal">
          <a className="anpc" href={disputesUrl} rel="noopener noreferrer">
            <b>ANPC</b>
            <span>
              {publicTexts.anpc[0]}
              <br />
              {publicTexts.anpc[1]}
            </span>
          </a>
          {publicTexts.legalLinks.map((page) => (
            <Link key={page.url} to={page.url}>
              {page.label}
            </Link>
          ))}
          {footer.trader ? <span>{footer.trader}</span> : null}
          {isLow ? null : (
            <span className="site-foot__copyright">
              © {footer.year} {footer.copyright}
            </span>
          )}
        </div>
      </div>
    </footer>
  );
}

function FooterGrid({ club, footer, viewer }: Omit<SiteFooterProps, "isLow">) {
  const social = (["instagram", "facebook", "twitter"] as const).filter((name) => footer.social[name]);
  return (
    <div className="site-foot__grid">
      <div>
        <Link className="brand display" to="/" aria-label={publicTexts.homeOf(club.fullName)}>
          <ClubMark id="foot-mark" logo={club.look?.logo?.small} />
          <span>{club.shortName}</span>
        </Link>
        <p className="site-foot__about muted">{footer.description}</p>
        <div className="site-foot__social">
          {social.map((name) => (
            <a key={name} href={footer.social[name] ?? ""} rel="noopener noreferrer">
              {socialNames[name]}
            </a>
          ))}
        </div>
      </div>
      <nav className="site-foot__links" aria-label={publicTexts.quickLinks}>
        <h2 className="display">{publicTexts.quickLinks}</h2>
        <ul>
          {quickLinks(viewer).map(([url, label]) => (
            <li key={url}>
              <Link to={url}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-foot__links">
        <h2 className="display">{publicTexts.contact}</h2>
        {footer.address ? <p>{footer.address}</p> : null}
        {footer.phone ? (
          <p>
            <a href={`tel:${footer.phone.replace(/[^+\d]/g, "")}`}>{footer.phone}</a>
          </p>
        ) : null}
        {footer.email ? (
          <p>
            <a href={`mailto:${footer.email}`}>{footer.email}</a>
          </p>
        ) : null}
      </div>
      <div>
        <h2 className="display">{publicTexts.newsletterTitle}</h2>
        <NewsletterForm />
        <p className="small muted site-foot__note">{publicTexts.newsletterNote}</p>
      </div>
    </div>
  );
}

/** The four links of the specification, and the profile for a signed-in person. */
function quickLinks(viewer: Who): readonly (readonly [url: string, label: string])[] {
  return [
    ["/", publicTexts.home],
    ["/events", publicTexts.events],
    ...(viewer === "anonymous"
      ? ([
          ["/register", publicTexts.register],
          ["/login", publicTexts.login],
        ] as const)
      : ([["/profile", publicTexts.profile]] as const)),
  ];
}
