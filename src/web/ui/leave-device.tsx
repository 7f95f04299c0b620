import { Form } from "react-router";
import { Button } from "./button.tsx";
import { leaveDeviceTexts } from "./leave-device-texts.ts";

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
