import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { checkoutTexts } from "./checkout-texts.ts";

/** Posts `intent=release` to the order's own page. */
export function ReleaseButton() {
  return (
    <Form method="post">
      <Button look="line" type="submit" name="intent" value="release">
        {checkoutTexts.release}
      </Button>
    </Form>
  );
}
