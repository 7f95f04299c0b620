import { isRouteErrorResponse, Link } from "react-router";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { eclipseWide, stormWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { WaysToSavedTickets } from "#web/ui/saved-tickets-panel.tsx";
import { savedTicketsTexts } from "#web/ui/saved-tickets-texts.ts";
import { publicTexts } from "./public-texts.ts";

const words = () =>
  ({
    event: [publicTexts.eventMissing, publicTexts.eventMissingText],
    artist: [publicTexts.artistMissing, publicTexts.artistMissingText],
    page: [publicTexts.pageMissing, publicTexts.pageMissingText],
  }) as const;

/** The page of a 404: what is missing, and other nights. */
export function NotFoundPage({ missing }: { missing: keyof ReturnType<typeof words> }) {
  const [title, text] = words()[missing];
  return (
    <EmptyState title={title} text={text} picture={eclipseWide} size="page">
      <Link className={buttonClass({ look: "sun" })} to="/events">
        {publicTexts.seeEvents}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/">
        {publicTexts.home}
      </Link>
    </EmptyState>
  );
}

/** Shown when the content of a page cannot be read. */
export function LoadFailedPage({ sentence }: { sentence: string }) {
  return (
    <LoadFailed sentence={sentence} text={publicTexts.loadFailedText} tryAgain={publicTexts.tryAgain}>
      <WaysToSavedTickets />
      <Link className={buttonClass({ look: "line" })} to="/">
        {publicTexts.home}
      </Link>
    </LoadFailed>
  );
}

/** The `ErrorBoundary` of a page that could not be read, or is `missing`; other answers are not its own. */
export const boundaryOf =
  (sentence: () => string, missing?: "event" | "artist") =>
  ({ error }: { error: unknown }) => {
    if (!isRouteErrorResponse(error)) return <LoadFailedPage sentence={sentence()} />;
    if (missing && error.status === 404) return <NotFoundPage missing={missing} />;
    throw error;
  };

/** Shown without network in place of a page. `failedPage`: its address; "" is the present one. */
export function OfflinePage({ failedPage }: { failedPage: string }) {
  const { noNetwork, noNetworkText, tryAgain } = savedTicketsTexts;
  return (
    <EmptyState title={noNetwork} text={noNetworkText} picture={stormWide} size="page">
      <WaysToSavedTickets />
      <ButtonLink look="line" href={failedPage}>
        <Icon name="refresh" /> {tryAgain}
      </ButtonLink>
    </EmptyState>
  );
}

/** The page of a 500: what is safe, what to do, and the code by which support finds the log entry. */
export function BrokenPage({ supportCode }: { supportCode: string | null }) {
  return (
    <EmptyState
      title={publicTexts.broken}
      lang="en"
      picture={stormWide}
      size="page"
      text={
        <>
          <p>{publicTexts.brokenText}</p>
          {supportCode ? (
            <p className="small">
              {publicTexts.supportCode} <span className="figures">{supportCode}</span>
            </p>
          ) : null}
        </>
      }
    >
      <WaysToSavedTickets />
      <ButtonLink look="sun" href="/">
        {publicTexts.backHome}
      </ButtonLink>
      <ButtonLink look="line" href="">
        <Icon name="refresh" /> {publicTexts.tryAgain}
      </ButtonLink>
    </EmptyState>
  );
}
