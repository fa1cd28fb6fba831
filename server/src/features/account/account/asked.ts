import type { User } from '@postern/contracts/people/users';
import type { FastifyRequest } from 'fastify';
import type { ProvenAddresses } from '#features/people/users';
import type { App } from '#platform/app';
import type { Caller } from '#platform/caller';

export type Asked = { app: App; tenantId: string; caller: Caller; request: FastifyRequest; languages: string[] };

export type Person = User & { proven: ProvenAddresses };
