import { Form, Link } from "react-router";
import { type FirstStep, firstSteps, type StepState } from "#ticketing/content/first-steps.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { firstStepsTexts as texts } from "./dashboard-texts.ts";

export type FirstStepsView = {
  states: Readonly<Record<FirstStep, StepState>>;
  /** A draft night that can be published. */
  draft: { id: string; title: string } | null;
};

/** The steps of a new club: what is done, and a link to each form. */
export function FirstStepsCard({ view: { states, draft } }: { view: FirstStepsView }) {
  const done = firstSteps.filter((step) => states[step] === "done").length;
  const open = firstSteps.filter((step) => states[step] === "open");
  return (
    <section className="office-card first-steps" aria-labelledby="first-steps">
      <header>
        <div>
          <h2 id="first-steps">{texts.title}</h2>
          <p className="muted">{texts.lead}</p>
        </div>
        <p className="first-steps__count">
          <b>{texts.progress(done)}</b> <span className="muted">{texts.left(open.length)}</span>
        </p>
        <div className="first-steps__bars" aria-hidden="true">
          {firstSteps.map((step) => (
            <i key={step} className={`is-${states[step]}`} />
          ))}
        </div>
      </header>
      <ol>
        {firstSteps.map((step, at) => (
          <Step
            key={step}
            step={step}
            no={at + 1}
            state={states[step]}
            isNext={step === open[0]}
            draft={step === "night" ? draft : null}
          />
        ))}
      </ol>
      <Form method="post" action="/admin" className="first-steps__close">
        <Link to="/admin/status/ready">{texts.ready}</Link>
        <Submit look="quiet" size="small" name="intent" value="close" label={texts.close} />
      </Form>
    </section>
  );
}

type StepProps = {
  step: FirstStep;
  no: number;
  state: StepState;
  isNext: boolean;
  draft: FirstStepsView["draft"];
};

function Step({ step, no, state, isNext, draft }: StepProps) {
  const words = texts.steps[step];
  const [to, open] = draft
    ? [`/admin/events/${draft.id}`, texts.openDraft]
    : [words.to, state === "done" ? texts.change : words.open];
  const note = { done: words.done, skipped: texts.skipped, open: words.todo }[state];
  return (
    <li className={`first-step is-${state}${isNext ? " is-next" : ""}`}>
      <span className="first-step__sign">
        {state === "done" ? <OfficeIcon name="check" /> : <span aria-hidden="true">{no}</span>}
        <span className="visually-hidden">{texts.states[state]}</span>
      </span>
      <div>
        <h3>{words.title}</h3>
        <p className="muted">{draft && state !== "done" ? texts.draft(draft.title) : note}</p>
      </div>
      <div className="first-step__acts">
        <Link
          to={to}
          className={buttonClass({ look: isNext ? "sun" : "line", size: "small" })}
          aria-label={`${open}: ${words.title}`}
        >
          {open}
        </Link>
        {state === "open" ? (
          <Form method="post" action="/admin">
            <input type="hidden" name="step" value={step} />
            <Submit
              look="quiet"
              size="small"
              name="intent"
              value="skip"
              aria-label={texts.skipNamed(words.title)}
              label={texts.skip}
            />
          </Form>
        ) : null}
      </div>
    </li>
  );
}
