import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, type Schemas, take } from './client';

export type ExperimentResults = Schemas['ExperimentResults'];
export type ExperimentArmResult = Schemas['ExperimentArmResult'];
export type ExperimentComparison = Schemas['ExperimentComparison'];
export type ExperimentDifference = Schemas['ExperimentDifference'];
export type ExperimentVerdict = Schemas['ExperimentVerdict'];
export type PageComparison = Schemas['PageComparison'];
export type PagePair = Schemas['PagePair'];
export type PageSide = Schemas['PageSide'];
export type PageMetric = Schemas['PageMetric'];

/** The gateway computes for seconds, and results of an hour hardly change within minutes. */
const FRESH = 60_000;

export const useExperimentResults = (id: string) =>
  useQuery({
    queryKey: ['experiments', 'results', id],
    queryFn: ({ signal }) =>
      take(api.GET('/experiments/{id}/results', { params: { path: { id } }, signal })),
    staleTime: FRESH,
  });

/** A question to the planner. The share is a part of 1. */
export interface PowerQuestion {
  metric: PageMetric;
  statistic: Schemas['PageStatistic'];
  share: number;
  arms: number;
  site?: string | undefined;
}

export const useExperimentPower = (question: PowerQuestion) =>
  useQuery({
    queryKey: ['experiments', 'power', question],
    queryFn: ({ signal }) =>
      take(api.GET('/experiments:power', { params: { query: question }, signal })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

/** Question of a comparison of page views. */
export interface CompareQuestion {
  by: PageComparison['by'];
  a: string;
  b: string;
  metric: PageMetric;
  experiment?: string | undefined;
  site?: string | undefined;
}

export const useComparison = (question: CompareQuestion) =>
  useQuery({
    queryKey: ['compare', question],
    queryFn: ({ signal }) => take(api.GET('/compare', { params: { query: question }, signal })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });
