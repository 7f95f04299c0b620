import { useLocation } from "react-router";
import { adminTexts } from "../admin-texts.ts";
import { ActLink } from "./act-buttons.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { PageHead } from "./page-head.tsx";

type NotLoadedProps = {
  /** The screen's usual title. */
  title: string;
  texts: { readonly loadFailed: string; readonly loadFailedText: string };
};

/** A screen whose figures could not be read, with a link to try again. */
export function NotLoaded({ title, texts }: NotLoadedProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHead title={title} />
      <NothingHere title={texts.loadFailed} text={texts.loadFailedText}>
        <ActLink look="sun" to={pathname + search} reloadDocument label={adminTexts.tryAgain} />
      </NothingHere>
    </>
  );
}
