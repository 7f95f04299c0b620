import { may, type Right, teamRoles } from "#ticketing/rights/role-rights.ts";
import { adminTexts } from "../admin-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/roles-route.ts";
import { rightTexts, roleTitle, teamTexts as texts } from "./team-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.roles.title) }];

const rights = (Object.keys(rightTexts) as Right[]).filter((right) => !may("user", right));

/** The table of rights as the program uses it, without the rights of every customer. */
export default function Roles() {
  return (
    <>
      <PageHead
        title={texts.roles.title}
        sub={texts.roles.sub}
        back={{ to: "/admin/team", label: texts.title }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it by the keyboard */}
      <section className="role-rights" aria-label={texts.roles.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.roles.right}</th>
              {teamRoles.map((role) => (
                <th key={role} scope="col">
                  {roleTitle(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr key={right}>
                <th scope="row">{rightTexts[right]}</th>
                {teamRoles.map((role) => (
                  <Cell key={role} isGiven={may(role, right)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Cell({ isGiven }: { isGiven: boolean }) {
  return (
    <td className={isGiven ? "is-given" : undefined}>
      <span aria-hidden="true">{isGiven ? "✓" : "–"}</span>
      <span className="visually-hidden">{isGiven ? texts.roles.yes : texts.roles.no}</span>
    </td>
  );
}
