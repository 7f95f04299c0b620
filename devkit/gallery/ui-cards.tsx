import { Button } from "#web/ui/button.tsx";
import { CarouselArrows, CarouselDots, CarouselTrack, useCarousel } from "#web/ui/carousel.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide, sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Bone, SkeletonCard } from "#web/ui/skeleton.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { CodeStub, EntryBars, StubFacts, TearCard } from "#web/ui/tear-card.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import sampleQr from "./sample-qr.svg";
import { Part } from "./ui-part.tsx";

export function Tears() {
  const stub = (state: "valid" | "used" | "waiting") => (
    <>
      <CodeStub
        image={state === "waiting" ? null : { url: sampleQr, alt: "Cod QR" }}
        stamp={state === "used" ? "Folosit" : undefined}
        placeholder="Codul QR apare aici"
        code={state === "waiting" ? null : "FSC-4821-093175"}
        group={state === "waiting" ? null : "K7QX9M2P"}
      />
      <EntryBars
        text="3 din 5 intrări rămase"
        left={state === "used" ? 0 : 3}
        inAll={5}
        note="2 folosite: 22:47 și 22:51"
      />
      <StubFacts facts={[{ name: "Tip", value: "Grup de 5" }]} />
    </>
  );
  return (
    <Part title="Ce se rupe">
      <div className="parts__narrow">
        <TearPanel
          titleId="tear-title"
          top={
            <>
              <h3 className="display" id="tear-title">
                Bilete
              </h3>
              <Countdown text="Locurile tale sunt rezervate încă" secondsLeft={1781} secondsInAll={1800} />
            </>
          }
          bottom={
            <Summary
              lines={[{ label: "2 × Intrare generală", value: "220 LEI" }]}
              total={{ label: "Total de plată", value: "220 LEI" }}
            />
          }
        />
      </div>
      {(["valid", "used", "waiting"] as const).map((state) => (
        <TearCard
          key={state}
          label={`Bilet ${state}`}
          picture={state === "waiting" ? null : sunsetTall}
          seed={state}
          above="Sâmbătă, 3 iulie 2027"
          title="Ultima Lumină"
          titleLevel="h3"
          below="Plaja Licurici"
          state={state}
          stub={stub(state)}
        />
      ))}
    </Part>
  );
}

export function Pictures() {
  return (
    <Part title="Imagini, lipsa lor, așteptarea">
      <div className="parts__pictures">
        <div className="poster">
          <Picture picture={sunsetTall} seed="a" alt="Apus" sizes="200px" />
        </div>
        {["alfa", "beta", "gama", "delta", "epsilon"].map((seed) => (
          <div className="poster" key={seed}>
            <Picture picture={null} seed={seed} alt="Fără afiș" sizes="200px" />
          </div>
        ))}
        <SkeletonCard />
      </div>
      <Bone width="240px" />
      <EmptyState title="Nicio noapte nu se potrivește." text="Încearcă alte cuvinte." picture={moonWide}>
        <Button look="sand">Șterge filtrele</Button>
      </EmptyState>
      <EmptyState title="Joasă" text="Pentru o parte de pagină." picture={moonWide} size="low">
        <Button look="sand">Înapoi</Button>
      </EmptyState>
    </Part>
  );
}

export function Moving() {
  const carousel = useCarousel(3);
  const slides = ["Unu", "Doi", "Trei"].map((name) => ({
    key: name,
    name,
    body: <p className="display size-2">{name}</p>,
  }));
  return (
    <Part title="Carusel">
      <CarouselTrack carousel={carousel} label="Trei cuvinte" slideRole="diapozitiv" slides={slides} />
      <div className="parts__row">
        <CarouselArrows carousel={carousel} texts={{ previous: "Anteriorul", next: "Următorul" }} />
        <CarouselDots carousel={carousel} legend="Alege cuvântul" dot={(n) => `Cuvântul ${n}`} />
      </div>
    </Part>
  );
}
