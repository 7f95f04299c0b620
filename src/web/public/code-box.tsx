import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { CodeView } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { RefusedCode } from "./ticket-panel-view.ts";

/** The code's buttons send the form of the tickets, so the chosen tickets stay. */
export const codeIntents = { apply: "apply_code", remove: "remove_code" } as const;
export const longestTyped = 100;

type CodeBoxProps = {
  slug: string;
  code: CodeView | null;
  wrong: RefusedCode | null;
  isForOthers: boolean;
  /** Whether nothing is sold without a code. */
  isAsked?: boolean;
};

/** Takes the focus when the address leads here: the button that was pressed is gone. */
function useFocusOfAnswer<E extends HTMLElement>(): RefObject<E | null> {
  const { hash } = useLocation();
  const answer = useRef<E>(null);
  useEffect(() => {
    if (hash === "#cod") answer.current?.focus({ preventScroll: true });
  }, [hash]);
  return answer;
}

/** The browser's code and its effect here. Without a code: the question whether the person has one. */
export function CodeBox({ slug, code, wrong, isForOthers, isAsked }: CodeBoxProps) {
  if (!code) return <AskForCode slug={slug} wrong={wrong} isAsked={isAsked} />;
  return <CodeInForce slug={slug} code={code} isForOthers={isForOthers} />;
}

type CodeInForceProps = Pick<CodeBoxProps, "slug" | "isForOthers"> & { code: CodeView };

function CodeInForce({ slug, code, isForOthers }: CodeInForceProps) {
  const box = useFocusOfAnswer<HTMLDivElement>();
  const isInUse = code.kind === "usable" && !isForOthers;
  return (
    <div
      ref={box}
      id="cod"
      className={isInUse ? "code-box code-box--on" : "code-box code-box--off"}
      role="status"
      tabIndex={-1}
    >
      <Icon name={isInUse ? "check" : "info"} />
      <p>
        <b>{code.code}</b>
        {code.kind === "usable" ? ` · ${code.effect}` : null}
        <br />
        {code.kind === "refused" ? code.sentence : isForOthers ? priceTexts.codeForOthers : code.limit}
        <small>{priceTexts.oneCode}</small>
      </p>
      <Button
        look="quiet"
        size="small"
        type="submit"
        {...submitTo(slug, codeIntents.remove)}
        aria-label={priceTexts.removeCodeOf(code.code)}
      >
        {priceTexts.removeCode}
      </Button>
    </div>
  );
}

/** Sends to the readable name: an older build without codes answers it with 404; at the id it would buy. */
function submitTo(slug: string, intent: string) {
  return { formAction: `/events/${slug}`, name: "intent", value: intent };
}

function AskForCode({ slug, wrong, isAsked }: Omit<CodeBoxProps, "code" | "isForOthers">) {
  const question = useFocusOfAnswer<HTMLElement>();
  const field = useRef<HTMLInputElement>(null);
  // the pressed button may be far below; without JavaScript the attribute `autofocus` does this
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);
  return (
    <details id="cod" className="code-question" open={isAsked || wrong !== null}>
      <summary ref={question}>
        <Icon name="tag" /> {priceTexts.haveCode} <Icon name="chevronDown" />
      </summary>
      <p className="fine-print">{priceTexts.oneCode}</p>
      <div className={wrong ? "field--bad" : undefined}>
        <label className="visually-hidden" htmlFor="cod-scris">
          {priceTexts.yourCode}
        </label>
        <input
          ref={field}
          className="input"
          id="cod-scris"
          name="typed_code"
          defaultValue={wrong?.typed}
          maxLength={longestTyped}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? "cod-refuzat" : undefined}
          // biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus
          autoFocus={wrong !== null}
        />
        <Button look="line" size="small" type="submit" {...submitTo(slug, codeIntents.apply)}>
          {priceTexts.apply}
        </Button>
        {wrong ? (
          <p className="field__error" id="cod-refuzat" role="alert">
            <Icon name="alert" /> <span>{wrong.sentence}</span>
          </p>
        ) : null}
      </div>
    </details>
  );
}
