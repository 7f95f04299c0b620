import { useFetcher } from "react-router";
import type { ImagePosition, PictureFolder } from "#ticketing/pictures/picture.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { ImageField } from "./image-field.tsx";
import type { PictureUse } from "./picture-crops.tsx";
import { pictureTexts } from "./picture-texts.ts";
import type { UploadPreview } from "./use-picture-upload.ts";

export type PlacedPictureView = { picture: UploadPreview | null; position: ImagePosition };

type PictureFormProps = {
  /** The address of the picture's owner; the form is sent to `{address}/picture`. */
  address: string;
  folder: PictureFolder;
  use: PictureUse;
  advice: string;
  view: PlacedPictureView;
};

/** The picture of a saved row, with its own button. */
export function PictureForm({ address, folder, use, advice, view }: PictureFormProps) {
  const fetcher = useFetcher<{ problem: string }>();
  return (
    <fetcher.Form
      method="post"
      action={`${address}/picture`}
      encType="multipart/form-data"
      aria-label={pictureTexts.picture}
      key={`${view.picture?.url ?? ""} ${view.position}`}
    >
      <Card>
        <Section title={pictureTexts.picture}>
          <ImageField
            name="image_url"
            folder={folder}
            use={use}
            advice={advice}
            picture={view.picture}
            position={{ name: "image_position", value: view.position }}
            error={fetcher.data?.problem}
          />
          <p className="actions price-acts">
            <Button type="submit">{pictureTexts.save}</Button>
          </p>
        </Section>
      </Card>
    </fetcher.Form>
  );
}
