import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { priceTexts } from "./price-texts.ts";
import type { CodeView } from "./ticket-panel-view.ts";

const formId = "cod";

/** The form of the code, apart from the choice: their fields name it. The server answers on this page again. */
export function CodeForm({ slug }: { slug: string }) {
  return (
    <Form id={formId} method="post" action="/cod" preventScrollReset>
      <input type="hidden" name="back" value={`/events/${slug}`} />
    </Form>
  );
}

/** The code that this browser carries and what it does here; without one, the question whether there is one. */
export function CodeBox({ code, isForOthers }: { code: CodeView | null; isForOthers: boolean }) {
  if (!code) return <AskForCode />;
  const isInUse = code.kind === "usable" && !isForOthers;
  return (
    <div className={isInUse ? "code-box code-box--on" : "code-box code-box--off"} role="status">
      <Icon name={isInUse ? "check" : "info"} />
      <p>
        <b>{code.code}</b>
        {code.kind === "usable" ? ` · ${code.effect}` : null}
        <br />
        {code.kind === "refused" ? code.sentence : isForOthers ? priceTexts.codeForOthers : code.limit}
      </p>
      <Button
        look="quiet"
        size="small"
        type="submit"
        form={formId}
        name="intent"
        value="remove"
        aria-label={priceTexts.removeCodeOf(code.code)}
      >
        {priceTexts.removeCode}
      </Button>
    </div>
  );
}

function AskForCode() {
  return (
    <details className="code-question">
      <summary>
        <Icon name="tag" /> {priceTexts.haveCode} <Icon name="chevronDown" />
      </summary>
      <div>
        <label className="visually-hidden" htmlFor="cod-scris">
          {priceTexts.yourCode}
        </label>
        <input
          className="input"
          id="cod-scris"
          name="code"
          form={formId}
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button look="line" size="small" type="submit" form={formId}>
          {priceTexts.apply}
        </Button>
      </div>
    </details>
  );
}
