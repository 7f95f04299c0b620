import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display size-3">{title}</h2>
      {children}
    </section>
  );
}
