"""Client of Rungraph: start agents, follow their runs and decide about their gates. Needs only Python 3.10."""

from .async_client import AsyncClient as AsyncClient
from .client import Client as Client
from .errors import RungraphError as RungraphError
from .schema import *  # noqa: F403  The types of events and results.
