import type { ReactNode } from "react";
import { Picture, type PictureView } from "./picture.tsx";

type EmptyStateProps = {
  title: string;
  text: ReactNode;
  picture: PictureView;
  /** At least one link or button. */
  children: ReactNode;
  /** `page` fills the screen and makes `title` the page's h1. */
  size?: "part" | "page" | "low";
  lang?: string;
};

/** Says that there is nothing here, with a picture and a link to go on. */
export function EmptyState({ title, text, picture, children, size = "part", lang }: EmptyStateProps) {
  const Title = size === "page" ? "h1" : "h2";
  return (
    <section className={size === "part" ? "empty-state" : `empty-state empty-state--${size}`}>
      <Picture
        picture={picture}
        seed={title}
        alt=""
        sizes="100vw"
        priority={size === "page" ? "high" : "lazy"}
      />
      <div className="empty-state__body">
        <Title className="display" lang={lang}>
          {title}
        </Title>
        <div className="empty-state__text">{text && typeof text === "string" ? <p>{text}</p> : text}</div>
        <div className="actions">{children}</div>
      </div>
    </section>
  );
}
