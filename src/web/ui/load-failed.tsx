import { type ReactNode, useEffect } from "react";
import { toast } from "react-hot-toast/headless";
import { ButtonLink } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { stormWide } from "./horizon-pictures.ts";
import { Icon } from "./icon.tsx";

type LoadFailedProps = {
  /** What could not be read. */
  sentence: string;
  /** What that means, and what is safe. */
  text: string;
  tryAgain: string;
  /** Other ways out. */
  children?: ReactNode;
};

/** The content of a page could not be read: shown in the page and as a toast, with a link to try again. */
export function LoadFailed({ sentence, text, tryAgain, children }: LoadFailedProps) {
  useEffect(() => {
    toast.error(sentence, { id: sentence });
  }, [sentence]);
  return (
    <EmptyState title={sentence} text={text} picture={stormWide} size="page">
      <ButtonLink look="sun" href="">
        <Icon name="refresh" /> {tryAgain}
      </ButtonLink>
      {children}
    </EmptyState>
  );
}
