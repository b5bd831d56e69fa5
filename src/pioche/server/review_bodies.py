"""Bodies of requests about reviews, described in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pioche.review.views import PlainReview

from .messages import FaceId, Name, SeatNumber

RECORD_LENGTH = 60_000

ReviewState = Literal["none", "waiting", "running", "done", "failed"]
RecordText = Annotated[str, msgspec.Meta(max_length=RECORD_LENGTH)]
StepNumber = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far a review is, or the review."""

    state: ReviewState
    key: str
    """The checksum of the record, by which the review of a record is found."""
    share: float = 0.0
    """The share of the work that is done, from 0 to 1."""
    ahead: int = 0
    """How many other reviews are made first."""
    game: str = ""
    """The game; empty for a record that the server does not have."""
    review: PlainReview | None = None
    can_be_tried: bool = True
    """Whether another table can go on from a step. A match that was dealt by hand has no seed to go on with."""


class ReviewRecord(msgspec.Struct, frozen=True):
    record: RecordText


class TryAgain(msgspec.Struct, frozen=True):
    """Go on from a step of a finished match, in one of its seats."""

    step: StepNumber
    """How many moves are left as they were."""
    seat: SeatNumber


class TryRecordAgain(msgspec.Struct, frozen=True):
    """Go on from a step of a record that was reviewed, in one of its seats."""

    step: StepNumber
    seat: SeatNumber
    name: Name = ""
    face: FaceId = ""
