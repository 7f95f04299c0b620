import { PageHead } from "../ui/page-head.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { contentTexts } from "./content-texts.ts";

/** The title, the date of publication, and the two tabs of the specification. */
export function ContentHead({ published }: { published: string | null }) {
  return (
    <>
      <PageHead title={contentTexts.title} sub={published ?? contentTexts.neverPublished} />
      <Tabs
        label={contentTexts.tabs}
        tabs={[
          { to: "/admin/content", label: contentTexts.pageTab },
          { to: "/admin/content/footer", label: contentTexts.footerTab },
        ]}
      />
    </>
  );
}
