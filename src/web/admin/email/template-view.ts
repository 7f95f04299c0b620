import type { TemplateField } from "#ticketing/delivery/templates/template-form.ts";

export type TemplateListItem = { id: string; name: string; title: string; note: string };

export type TemplateWordsView = { subject: string; html_content: string; text_content: string };

export type PreviewView = {
  subject: string;
  html: string;
  unknown: { name: string; line: number }[];
  removed: string[];
};

export type TemplatePageView = {
  list: TemplateListItem[];
  /** Null when there is none at all. */
  template: {
    /** "new" until it was saved. */
    id: string;
    name: string;
    version: number;
    isBuiltIn: boolean;
    words: TemplateWordsView;
  } | null;
  mode: "view" | "edit" | "new";
  preview: PreviewView | null;
  variables: string[];
  failed: number;
};

export type TemplateAnswer = {
  typed?: TemplateWordsView & { name: string };
  /** The version that a second click would replace. */
  basedOn?: number;
  errors?: Partial<Record<TemplateField, string>>;
  problem?: string;
  preview?: PreviewView;
  done?: string;
};
