import { type FormEvent, useEffect } from "react";
import { useLocation, useSubmit } from "react-router";

type Typed = readonly (readonly [name: string, value: string])[];

/**
 * Keeps a form in the history entry when it is sent to its preview. When the person goes back, the form is sent to
 * its own address again, like the preview's "back to the form", and so gets all typed values. Until the answer comes,
 * it is `returning`.
 */
export function useKeptBeforePreview(previewTo: string | undefined): {
  keep: (submit: FormEvent<HTMLFormElement>) => void;
  standing: "returning" | "here";
} {
  const { state, pathname } = useLocation();
  const submit = useSubmit();
  const previewed: Typed | undefined = state?.previewed;
  useEffect(() => {
    if (!previewed) return;
    const typed = new FormData();
    for (const [name, value] of [...previewed, ["intent", "edit"] as const]) typed.append(name, value);
    void submit(typed, { method: "post", action: pathname, encType: "multipart/form-data", replace: true });
  }, [previewed, pathname, submit]);
  return {
    standing: previewed ? "returning" : "here",
    keep({ currentTarget, nativeEvent }) {
      const { submitter } = nativeEvent as SubmitEvent;
      if (!previewTo || submitter?.getAttribute("formaction") !== previewTo) return;
      const typed = [...new FormData(currentTarget)].filter(([, value]) => typeof value === "string");
      // the router keeps its own data beside `usr`
      history.replaceState({ ...history.state, usr: { ...history.state?.usr, previewed: typed } }, "");
    },
  };
}
