import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import { useFetcher } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { contentTexts } from "./content-texts.ts";

export type InitialAnswer = { created: "done" | "failed" };

/**
 * Texts that were never written: a script writes the first ones at once, and only once; without a script a button does.
 * Only reading a page changes nothing, so a link from elsewhere cannot.
 */
export function InitialContent() {
  const fetcher = useFetcher<InitialAnswer>();
  const asked = useRef(false);
  const created = fetcher.data?.created;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void fetcher.submit({ intent: "create" }, { method: "post", action: "/admin/content" });
  }, [fetcher]);
  useEffect(() => {
    if (created === "done") toast.success(contentTexts.initialCreated);
    if (created === "failed") toast.error(contentTexts.initialFailed);
  }, [created]);
  return (
    <fetcher.Form method="post" action="/admin/content">
      <Notice kind="info" title={`${contentTexts.initialTitle}.`}>
        {contentTexts.initialText}
      </Notice>
      <Button
        look="sand"
        size="small"
        type="submit"
        name="intent"
        value="create"
        disabled={fetcher.state !== "idle"}
      >
        {contentTexts.initialButton}
      </Button>
    </fetcher.Form>
  );
}
