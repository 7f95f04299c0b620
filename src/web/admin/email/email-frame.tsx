import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { emailTexts } from "./email-texts.ts";

type EmailFrameProps = {
  sub: string;
  /** The number of emails that need attention. */
  failed: number;
  children: ReactNode;
};

export function EmailFrame({ sub, failed, children }: EmailFrameProps) {
  return (
    <>
      <PageHead title={emailTexts.title} sub={sub} />
      <Tabs
        label={emailTexts.tabsLabel}
        tabs={[
          { to: "/admin/email", label: emailTexts.tabSettings },
          { to: "/admin/email/templates", label: emailTexts.tabTemplates, match: "below" },
          { to: "/admin/email/config", label: emailTexts.tabChoice },
          { to: "/admin/email/outbox", label: emailTexts.tabOutbox(failed) },
        ]}
      />
      {children}
    </>
  );
}

/** Shown when a screen's data could not be read, with a link to try again. */
export function EmailLoadFailed({ sentence }: { sentence: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmailFrame sub="" failed={0}>
      <Notice kind="bad">{sentence}</Notice>
      <p className="email-again">
        <ButtonLink look="line" href={pathname + search}>
          {emailTexts.tryAgain}
        </ButtonLink>
      </p>
    </EmailFrame>
  );
}
