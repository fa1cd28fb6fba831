import './environment.ts';
import { type ComponentChild, render } from 'preact';
import { joinDraft } from '../platform/draft.ts';
import { joinInteraction } from '../platform/interaction.ts';
import { asksForPhones, loadPhones } from '../platform/phones.ts';
import { loadPhrases } from '../platform/phrases.ts';
import type { Settings } from '../platform/settings.ts';
import { CurrentStep, frame } from '../show-step.tsx';
import { createPlace, printChildren } from './elements.ts';
import { enter, runFrames, runRenders, type Visit } from './environment.ts';

/** The HTML of a page as it is before anybody did anything. */
async function prerender(settings: Settings, visit: Visit): Promise<string> {
  const [phrases] = await Promise.all([
    loadPhrases(settings.language, settings.phrases),
    asksForPhones(settings.experience) ? loadPhones() : undefined,
  ]);
  // From here on nothing waits: another request cannot come between.
  enter(settings, visit);
  joinInteraction(settings);
  joinDraft();
  const place = createPlace();
  // Preact needs no more of an element than this one has.
  const parent = place as unknown as HTMLElement;
  try {
    render(frame(settings, phrases, <CurrentStep settings={settings} />) as ComponentChild, parent);
    runRenders();
    return printChildren(place);
  } finally {
    render(null, parent);
    runRenders();
    runFrames();
  }
}

Object.assign(globalThis, { prerender });
