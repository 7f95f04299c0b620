import { type DragEvent, useId, useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { lengths } from "#ticketing/limits.ts";
import { type ImagePosition, imagePositions, type PictureFolder } from "#ticketing/pictures/picture.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { PictureView } from "#web/ui/picture.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { Crop, cropsOf, PictureCrops, type PictureUse } from "./picture-crops.tsx";
import { megabytes, pictureTexts } from "./picture-texts.ts";
import {
  type UploadPreview,
  type UploadState,
  useHeldSubmit,
  usePictureUpload,
} from "./use-picture-upload.ts";

type ImageFieldProps = {
  /** The field's name in the form, such as `image_url`. `ImageField` lists the other fields that are sent. */
  name: string;
  folder: PictureFolder;
  use: PictureUse;
  /** The recommended size; shown, not enforced. */
  advice: string;
  picture: UploadPreview | null;
  /** The field of the crop's position; null when the site always crops around the middle. */
  position: { name: string; value: ImagePosition } | null;
  /** Why the sent picture was refused: the form's `{name}_problem`. */
  error?: string | undefined;
};

/**
 * A picture in a form of the back-office: drop zone, progress, both crops, position and alternative text. The action
 * sees `{name}` (the address or ""), `{name}_alt`, for a night `{name}_titled`, and the position. With JavaScript the
 * file is stored at once. Without it the form must be `multipart/form-data` under /admin/: `formWithPictures` stores
 * the file first and adds `{name}_problem` when it is refused.
 */
export function ImageField({ name, folder, use, advice, picture, position, error }: ImageFieldProps) {
  const enhanced = useEnhanced();
  const [shownPicture, setShownPicture] = useState(picture);
  const [chosen, setChosen] = useState<ImagePosition>(position?.value ?? "center");
  const address = useRef<HTMLInputElement>(null);
  const altText = useRef<HTMLDivElement>(null);
  const titled = useRef<HTMLInputElement>(null);
  const upload = usePictureUpload(
    folder,
    (stored, message) => {
      // what was written meanwhile is newer than the answer
      const [alt, box] = [altInput(), titled.current];
      setShownPicture({
        ...stored,
        altText: alt && alt.value !== alt.defaultValue ? alt.value : stored.altText,
        hasTitle: box && box.checked !== box.defaultChecked ? box.checked : stored.hasTitle,
      });
      // the field is uncontrolled, so that the form notices the change
      if (address.current) address.current.value = stored.url;
      address.current?.dispatchEvent(new Event("input", { bubbles: true }));
      toast.success(message);
    },
    (message) => toast.error(message),
  );
  const isHeld = useHeldSubmit(address, upload.state);
  const altInput = () => altText.current?.querySelector("input");
  return (
    <div className="image-field">
      <label hidden>
        {pictureTexts.picture}
        <input ref={address} name={name} defaultValue={picture?.url ?? ""} readOnly />
      </label>
      <input type="hidden" name={`${name}_folder`} value={folder} />
      {shownPicture ? (
        <PictureCrops picture={shownPicture} position={chosen} use={use} />
      ) : (
        <p className="image-field__none">{use === "logo" ? pictureTexts.noLogo : pictureTexts.none}</p>
      )}
      <div className="image-field__parts">
        <div className="image-field__part">
          <DropZone
            name={`${name}_file`}
            advice={advice}
            error={upload.state.kind === "failed" ? upload.state.sentence : error}
            onFile={enhanced ? (file) => upload.send(file, altInput()?.value ?? "") : null}
          />
          <UploadProgress state={upload.state} isHeld={isHeld} onStop={upload.stop} />
          {shownPicture && isSmallerThan(advice, shownPicture) ? (
            <p className="field__hint image-field__small">
              <Icon name="info" /> {pictureTexts.small(shownPicture.width, shownPicture.height)}
            </p>
          ) : null}
          {/* a logo stands beside the club's name, so it needs no alternative text */}
          <div ref={altText} hidden={use === "logo"}>
            <TextInput
              key={shownPicture?.url ?? ""}
              label={pictureTexts.altText}
              hint={pictureTexts.altHint}
              name={`${name}_alt`}
              defaultValue={shownPicture?.altText ?? ""}
              maxLength={lengths.altText}
            />
          </div>
          {use === "event" ? (
            <label className="image-field__without" key={`${shownPicture?.url ?? ""} titled`}>
              <input
                ref={titled}
                type="checkbox"
                name={`${name}_titled`}
                value="1"
                defaultChecked={shownPicture?.hasTitle ?? false}
              />{" "}
              <span>
                {pictureTexts.titled}
                <small>{pictureTexts.titledHint}</small>
              </span>
            </label>
          ) : null}
          {shownPicture ? (
            <label className="image-field__without">
              <input type="checkbox" name={`${name}_none`} value="1" /> {pictureTexts.without}
            </label>
          ) : null}
        </div>
        {position ? (
          <PositionPicker
            name={position.name}
            picture={shownPicture}
            use={use}
            initial={position.value}
            chosen={chosen}
            onChoose={setChosen}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Whether the picture is smaller than the advice says, such as "minimum 500x500". */
function isSmallerThan(advice: string, { width, height }: UploadPreview): boolean {
  const least = /minimum (\d+)x(\d+)/.exec(advice);
  return least !== null && (width < Number(least[1]) || height < Number(least[2]));
}

type DropZoneProps = {
  name: string;
  advice: string;
  error: string | undefined;
  /** Null without JavaScript; then the browser's own file field goes with the form. */
  onFile: ((file: File) => void) | null;
};

function DropZone({ name, advice, error, onFile }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className={error ? "field field--bad" : "field"}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file input inside does the same by keyboard */}
      <div
        className={isOver ? "drop-zone drop-zone--over" : "drop-zone"}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile?.(file);
        }}
      >
        <Icon name="download" className="drop-zone__sign" />
        <span>
          {pictureTexts.drop} <label htmlFor={id}>{pictureTexts.choose}</label>
        </span>
        <input
          id={id}
          className={onFile ? "visually-hidden" : undefined}
          type="file"
          name={name}
          accept="image/jpeg,image/png,image/webp"
          aria-label={pictureTexts.chooseLabel}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-advice${error ? ` ${id}-error` : ""}`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (!file || !onFile) return;
            onFile(file);
            // the file is stored separately, so the form must not send it again
            event.target.value = "";
          }}
        />
        <span className="field__hint" id={`${id}-advice`}>
          <span>{advice}</span>
          <br />
          <span>{pictureTexts.limit}</span>
        </span>
      </div>
      {error ? (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="alert" /> <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

type UploadProgressProps = { state: UploadState; isHeld: boolean; onStop: () => void };

function UploadProgress({ state, isHeld, onStop }: UploadProgressProps) {
  if (state.kind !== "sending") return null;
  const isSent = state.sent >= state.whole;
  return (
    <div className="upload-progress" role="status">
      <p>
        <b>{state.fileName}</b>
        <span className="figures">
          {isSent ? pictureTexts.drawing : pictureTexts.sent(megabytes(state.sent), megabytes(state.whole))}
        </span>
      </p>
      <progress
        max={state.whole}
        value={isSent ? undefined : state.sent}
        aria-label={pictureTexts.uploading}
      />
      {isHeld ? <p>{pictureTexts.held}</p> : null}
      <Button look="line" size="small" onClick={onStop}>
        {pictureTexts.stop}
      </Button>
    </div>
  );
}

type PositionPickerProps = {
  name: string;
  picture: Pick<PictureView, "sources" | "width" | "height"> | null;
  use: PictureUse;
  /** The position when the page was opened. */
  initial: ImagePosition;
  chosen: ImagePosition;
  onChoose: (position: ImagePosition) => void;
};

/**
 * Nine radio buttons for the position of the crop. Each one shows its crop; without a picture they are a plain grid.
 */
function PositionPicker({ name, picture, use, initial, chosen, onChoose }: PositionPickerProps) {
  return (
    <fieldset className="position-picker">
      <legend className="field-label">{pictureTexts.position}</legend>
      <div className={`position-picker__grid position-picker__grid--${use}`}>
        {imagePositions.map((position) => (
          <label key={position}>
            <input
              type="radio"
              name={name}
              value={position}
              defaultChecked={position === initial}
              onChange={() => onChoose(position)}
            />
            <span className="visually-hidden">{pictureTexts.positions[position]}</span>
            {picture
              ? cropsOf[use].map((ratio) => (
                  <Crop key={ratio} picture={picture} position={position} ratio={ratio} alt="" sizes="80px" />
                ))
              : null}
          </label>
        ))}
      </div>
      <p className="field__hint">
        {pictureTexts.positionChosen} <b>{pictureTexts.positions[chosen]}</b>. {pictureTexts.positionHint}
      </p>
    </fieldset>
  );
}
