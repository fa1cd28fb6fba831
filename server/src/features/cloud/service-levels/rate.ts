import {
  type Objective,
  objectives,
  type ServiceKind,
  type ServiceLevel,
} from '@postern/contracts/cloud/service-levels';
import type { Counts } from './store.ts';

/** Removes errors of binary fractions: half of a budget must not be 49.99…. */
const round = (percent: number) => Math.round(percent * 1e6) / 1e6;

function rateObjective(target: number, requests: number, bad: number): Objective {
  if (requests === 0) {
    return { target, actual: null, budgetLeft: null };
  }
  const badPercent = (bad / requests) * 100;
  return { target, actual: round(100 - badPercent), budgetLeft: round(100 - (badPercent / (100 - target)) * 100) };
}

/** Compares the requests of the period with the objectives. */
export function rateService(kind: ServiceKind, { requests, failed, slow }: Counts): ServiceLevel {
  return {
    kind,
    requests,
    availability: rateObjective(objectives.availability, requests, failed),
    latency: rateObjective(objectives.latency, requests, slow),
  };
}
