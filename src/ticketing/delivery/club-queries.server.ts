import type pg from "pg";
import type { Club } from "./ticket-wording.ts";

/** How the club calls itself, from the edited texts of the site; empty where nothing was written yet. */
export async function readClub(client: pg.ClientBase): Promise<Club> {
  const { rows } = await client.query<{ key: string; content: Record<string, unknown> }>({
    name: "club",
    text: "SELECT key, content FROM site_content WHERE key IN ('hero', 'footer')",
  });
  const text = (key: string, field: string) => {
    const value = rows.find((row) => row.key === key)?.content[field];
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    name: text("footer", "name") || text("hero", "title") || "Estival",
    trader: text("footer", "trader"),
    address: text("footer", "address"),
    email: text("footer", "email"),
  };
}
