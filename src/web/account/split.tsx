import type { ReactNode } from "react";
import { Picture, type PictureView } from "#web/ui/picture.tsx";

/** A view of the sea, with a form beside it. On a phone the view is low and the form begins at once. */
export function Split({
  picture,
  words,
  children,
}: {
  picture: PictureView;
  words: string;
  children: ReactNode;
}) {
  return (
    <div className="split">
      <div className="split__art">
        <Picture
          picture={picture}
          seed={words}
          alt=""
          sizes="(max-width: 820px) 100vw, 50vw"
          priority="high"
        />
        <p className="display">{words}</p>
      </div>
      <div className="split__form">{children}</div>
    </div>
  );
}
