import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { waitingRoomTexts as texts } from "./waiting-room-texts.ts";
import type { WaitingRoomView } from "./waiting-room-view.ts";

/** Before the hour: how places are drawn. */
export function SaleRules({ view: { event, time, pace, lowestPrice } }: { view: WaitingRoomView }) {
  return (
    <Steps
      title={texts.howTitle}
      steps={[
        [texts.until(time), texts.untilText],
        [texts.at(time), texts.atText],
        [texts.afterwards, texts.afterwardsText(counted(Math.max(1, Math.round(pace)), texts.people), time)],
      ]}
    >
      <p className="muted">
        {texts.windows} {lowestPrice === null ? null : texts.price(formatLei(lowestPrice))}
      </p>
      <p className="waiting-room__back">
        <Link className="text-link" to={`/events/${event.id}`}>
          <Icon name="arrowLeft" /> {texts.seeNight}
        </Link>
      </p>
    </Steps>
  );
}

/** After it: what to do when the turn has come. */
export function NextSteps({ view: { holdMinutes } }: { view: WaitingRoomView }) {
  return (
    <Steps
      title={texts.turnTitle}
      steps={[
        [texts.chooseStep, texts.chooseText],
        [texts.reserve, texts.reserveText(counted(holdMinutes, texts.minute))],
      ]}
    >
      <p className="muted">{texts.soldOutNote}</p>
    </Steps>
  );
}

type StepsProps = { title: string; steps: readonly (readonly [string, string])[]; children: ReactNode };

function Steps({ title, steps, children }: StepsProps) {
  return (
    <TearPanel
      titleId="room-steps"
      top={
        <>
          <h2 className="display" id="room-steps">
            {title}
          </h2>
          <ol className="room-steps">
            {steps.map(([when, what]) => (
              <li key={when}>
                <b className="display">{when}</b>
                <span>{what}</span>
              </li>
            ))}
          </ol>
        </>
      }
      bottom={children}
    />
  );
}
