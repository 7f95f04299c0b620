import { type ReactNode, useEffect } from "react";
import { toast } from "react-hot-toast/headless";
import { ButtonLink } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { stormWide } from "./horizon-pictures.ts";
import { Icon } from "./icon.tsx";

type LoadFailedProps = {
  /** Says what could not be read. */
  sentence: string;
  /** Says what this means and what is safe. */
  text: string;
  tryAgain: string;
  /** Other links. */
  children?: ReactNode;
};

/** Replaces content that could not be read: a text, a toast and a link to try again. */
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
