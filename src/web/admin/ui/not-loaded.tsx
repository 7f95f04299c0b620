import { Link, useLocation } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import { NothingHere } from "./nothing-here.tsx";
import { PageHead } from "./page-head.tsx";

type NotLoadedProps = {
  /** The screen's own title, as when it could be read. */
  title: string;
  texts: { readonly loadFailed: string; readonly loadFailedText: string };
};

/** A screen whose figures could not be read, and a link to try again. */
export function NotLoaded({ title, texts }: NotLoadedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHead title={title} />
      <NothingHere title={texts.loadFailed} text={texts.loadFailedText}>
        <Link className={buttonClass({ look: "sun" })} to={pathname + search} reloadDocument>
          {adminTexts.tryAgain}
        </Link>
      </NothingHere>
    </>
  );
}
