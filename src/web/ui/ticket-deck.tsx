import { CarouselArrows, CarouselDots, CarouselTrack, type SlidesProps, useCarousel } from "./carousel.tsx";

type TicketDeckProps = {
  label: string;
  title: string;
  /** Each name is the position that the card shows. Tickets that friends have are counted too. */
  slides: SlidesProps["slides"];
  texts: {
    carousel: string;
    slide: string;
    previousTicket: string;
    nextTicket: string;
    chooseTicket: string;
    ticketNumber: (number: number) => string;
  };
};

/** Several tickets side by side; people swipe to the next. */
export function TicketDeck({ label, title, slides, texts }: TicketDeckProps) {
  const carousel = useCarousel(slides.length);
  return (
    <section className="ticket-deck" aria-roledescription={texts.carousel} aria-label={label}>
      <div className="ticket-deck__head">
        <h2 className="display">{title}</h2>
        <div className="ticket-deck__nav">
          <span className="ticket-deck__position" role="status">
            {slides[carousel.index]?.name}
          </span>
          <CarouselArrows
            carousel={carousel}
            texts={{ previous: texts.previousTicket, next: texts.nextTicket }}
          />
        </div>
      </div>
      <CarouselTrack carousel={carousel} label={label} slideRole={texts.slide} slides={slides} />
      <div className="ticket-deck__dots">
        <CarouselDots carousel={carousel} legend={texts.chooseTicket} dot={texts.ticketNumber} />
      </div>
    </section>
  );
}
