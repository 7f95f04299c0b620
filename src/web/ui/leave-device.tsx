import { Form } from "react-router";
import { translatable } from "#kernel/language.ts";
import { Button } from "./button.tsx";

export const leaveDeviceTexts = translatable({
  question: "Nu ești tu, sau nu e dispozitivul tău?",
  text: "După ce ieși, comenzile nu se mai văd aici. Biletele rămân în email.",
  leave: "Ieși de pe acest dispozitiv",
});

/** Ends the session of a buyer without an account, who has no profile to sign out from. */
export function LeaveDevice() {
  return (
    <Form className="leave-device" method="post" action="/logout">
      <p className="fine-print">
        <b>{leaveDeviceTexts.question}</b> {leaveDeviceTexts.text}
      </p>
      <Button look="line" size="small" type="submit">
        {leaveDeviceTexts.leave}
      </Button>
    </Form>
  );
}
