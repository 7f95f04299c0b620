import { data } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { deleteArtist } from "#ticketing/events/delete-artist.server.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, noFields, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { DeleteDialog } from "../ui/delete-dialog.tsx";
import type { Route } from "./+types/delete-artist-route.ts";
import { artistTexts } from "./artist-texts.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const artist = foundOr404(await readAs(context, (sql) => findArtist(sql, id)));
  return { id, name: artist.name, nights: artist.nights.length };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  await postedForm(request, noFields);
  const deleted = await attempt(site, () => deleteArtist(site, { actor, id }));
  if (deleted.ok) {
    return redirectWithMessage(site, "/admin/artists", "success", artistTexts.deleted);
  }
  if (deleted.refusal.reason === "missing") throw data(null, { status: 404 });
  const text = deleted.refusal.reason === "failed" ? artistTexts.deleteFailed : rowSecurityTexts.artists;
  return redirectWithMessage(site, `/admin/artists/${id}`, "error", text);
}

export default function DeleteArtist({ loaderData: { id, name, nights } }: Route.ComponentProps) {
  const text =
    nights > 0 ? artistTexts.deleteText(name, counted(nights, "event")) : artistTexts.deleteFree(name);
  return (
    <DeleteDialog
      question={artistTexts.confirmDelete}
      closeTo={`/admin/artists/${id}`}
      act={artistTexts.remove}
    >
      {text}
    </DeleteDialog>
  );
}
